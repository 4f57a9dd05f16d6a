/** The mark of the element of one entry of a list. Where more entries are shown, the first new one gets the focus. */
export const ENTRY = { 'data-entry': true } as const
