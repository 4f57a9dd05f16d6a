/** The nonce that the page's Content-Security-Policy allows for styles that are created at run time. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
