/** How many days the requests of a key are shown. */
export const REQUEST_LOG_DAYS = 7
