import { expect, test } from 'vitest'
import { shownData } from '../../src/portal/data/shown-data.ts'

test('shows each text of a response without what hides in it, at any depth', () => {
  const data = {
    grant: {
      key: { name: 'Ha\u200ble\u202e' },
      values: ['x\u{E0041}', 'two\nlines'],
      count: 3,
      at: null,
    },
  }
  expect(shownData(data)).toEqual({
    grant: { key: { name: 'Hale' }, values: ['x', 'two\nlines'], count: 3, at: null },
  })
})
