/** A word of an open list: snake_case, such as `auction_result`. */
export const WORD = /^[a-z][a-z0-9_]{0,63}$/
