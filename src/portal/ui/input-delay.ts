/** How long the user has to pause before the server is asked. */
export const INPUT_DELAY_MS = 150
