/** The longest wait of a request for a change, in seconds. */
export const MAX_WAIT_SECONDS = 30
