/** The server's rule, checked by the browser before the form is sent. */
export const MIN_PASSWORD_LENGTH = 12

export const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters. Several unrelated words work well.`
