/** Mails as they were handed over, with their texts decoded. Their headers stay as they are. */
export function readMails(raw: string): string {
  // A folded header continues with an encoded word, a text never does.
  return raw
    .replaceAll(/=\r?\n(?! =\?)/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    )
}
