import { describe, expect } from 'vitest'
import { isSameName } from '../../src/portal/ui/same-name.ts'
import { testTable } from '../support/test-table.ts'

describe('a name is typed to confirm', () => {
  testTable([
    ['two spaces', 'Night  reports', 'Night reports'],
    ['a no-break space', 'Night\u00a0reports', 'Night reports'],
    ['a narrow no-break space', 'Night\u202freports', 'Night reports'],
    ['a decomposed accent', 'Re\u0301union', 'R\u00e9union'],
    ['a composed accent', 'R\u00e9union', 'Re\u0301union'],
    ['a curly apostrophe', 'O\u2019Hara', "O'Hara"],
    ['curly quotes', '\u201cWest\u201d', '"West"'],
    ['a dash', 'West \u2013 night', 'West - night'],
    ['a ligature', 'of\ufb01ce', 'office'],
    ['a zero-width space', 'Night\u200breports', 'Nightreports'],
    ['a soft hyphen', 'Night\u00adreports', 'Nightreports'],
    ['a variation of an emoji', 'Vault \u2764\ufe0f', 'Vault \u2764'],
    ['spaces at the ends', ' Night reports ', 'Night reports'],
    ['capitals, as a phone sets them', 'night reports', 'Night reports'],
  ])('in any of these notations', (_what, shown, typed) => {
    expect(isSameName(typed, shown)).toBe(true)
    expect(isSameName(shown, typed)).toBe(true)
  })

  testTable([
    ['', 'Night reports'],
    ['Night report', 'Night reports'],
    ['Nightreports', 'Night reports'],
    ['Reunion', 'R\u00e9union'],
    ['Night reports 2', 'Night reports'],
    ["'", '"'],
  ])('and not another name', (typed, shown) => {
    expect(isSameName(typed, shown)).toBe(false)
  })
})
