const IP_ADDRESS = /^[\d.]+$|^\[/

/** Whether a browser offers passkeys at this address: over https or at localhost, and at no IP address. */
export function passkeysWork(): boolean {
  return 'PublicKeyCredential' in window && !IP_ADDRESS.test(window.location.hostname)
}
