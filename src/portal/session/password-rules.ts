/** As the gateway has it; the browser says so before anything is sent. */
export const LEAST_PASSWORD = 12

export const PASSWORD_HINT = 'At least 12 characters. Several unrelated words work well.'
