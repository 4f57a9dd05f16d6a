import {
  asIncomplete,
  atPage,
  betweenPages,
  eachOnce,
  NOT_JSON,
  RATE_LIMITED,
  REFUSED,
  UNAVAILABLE,
} from './faults.ts'
import type { Scenario, Step, Sync } from './kit.ts'

const sync = (how: Sync = {}): Step => ({ sync: how })
const play = (...names: readonly string[]): Step => ({
  play: names.map((name) => ({ name, seed: 0 })),
})
// Two assets, so that the one is in any page that has all assets but one.
const removeTwo = [0, 1].map((seed) => ({ name: 'asset_removed', seed }))

/** The scenarios of the kit. They are made anew for each run, since faults count requests. */
export function createScenarios(): readonly Scenario[] {
  return [...changesOfAssets(), ...changesOfGrants(), ...changesDuringWalks(), ...faults()]
}

function changesOfAssets(): Scenario[] {
  return [
    { name: 'first_walk', about: 'A list of several pages is read.', steps: [sync()] },
    after('asset_appears', 'An asset appears.'),
    after('asset_changes', 'An asset changes.'),
    after('asset_removed', 'An asset is removed.'),
    {
      name: 'asset_returns',
      about: 'An asset is removed, and comes back with the same id.',
      steps: [sync(), play('asset_removed'), sync(), play('asset_returns'), sync()],
    },
    {
      name: 'asset_leaves_filter',
      about: 'An asset leaves the filter of the grant.',
      steps: [play('grant_narrowed'), sync(), play('asset_leaves_filter'), sync()],
    },
  ]
}

function after(name: string, about: string): Scenario {
  return { name, about, steps: [sync(), play(name), sync()] }
}

function changesOfGrants(): Scenario[] {
  return [
    after('grant_narrowed', 'The grant shows fewer assets and fewer members of each.'),
    {
      name: 'grant_widened',
      about: 'The grant shows more assets and more members of each.',
      steps: [play('grant_narrowed'), sync(), play('grant_widened'), sync()],
    },
    after('grant_revoked', 'The grant is revoked: the mirror of the client is deleted.'),
    {
      name: 'grant_given',
      about: 'The grant is revoked and given anew.',
      steps: [sync(), play('grant_revoked', 'asset_removed', 'grant_given'), sync()],
    },
  ]
}

function changesDuringWalks(): Scenario[] {
  return [
    {
      name: 'removal_during_walk',
      about: 'Assets of the first page are removed before the second is read.',
      steps: [sync({ pageSize: 6, faultOf: betweenPages(removeTwo), expect: 'complete' }), sync()],
    },
    {
      name: 'return_during_walk',
      about: 'A removed asset comes back while the removal is read.',
      steps: [
        sync(),
        play('asset_removed'),
        { play: [{ name: 'asset_changes', seed: 1 }] },
        sync({ pageSize: 1, faultOf: betweenPages([{ name: 'asset_returns', seed: 0 }]) }),
      ],
    },
    {
      name: 'incomplete_delta',
      about: 'A delta is incomplete, as after a restore of the gateway.',
      steps: [sync(), play('asset_removed'), sync({ faultOf: asIncomplete })],
    },
    {
      name: 'cursor_refused',
      about: 'The link to the second page is refused, as after an update of the gateway.',
      steps: [sync({ faultOf: atPage(1, REFUSED) })],
    },
    {
      name: 'killed',
      about: 'The program is killed during a walk, and started again.',
      steps: [
        sync({ faultOf: atPage(2, 'kill'), expect: 'open' }),
        sync(),
        play('asset_removed', 'asset_appears'),
        { play: [{ name: 'asset_changes', seed: 1 }] },
        sync({ pageSize: 1, faultOf: atPage(1, 'kill'), expect: 'open' }),
        sync(),
      ],
    },
  ]
}

function faults(): Scenario[] {
  return [
    {
      name: 'rate_limited',
      about: 'Requests are refused with 429 and Retry-After.',
      steps: [sync({ faultOf: eachOnce([RATE_LIMITED, RATE_LIMITED]) })],
    },
    {
      name: 'unavailable',
      about: 'Requests fail: 503, no answer, a body that is cut off or is not JSON.',
      steps: [sync({ faultOf: eachOnce([UNAVAILABLE, 'reset', 'cut', NOT_JSON]) })],
    },
    {
      name: 'late_page',
      about: 'A page is two seconds late.',
      steps: [sync({ faultOf: atPage(1, 'late') })],
    },
  ]
}
