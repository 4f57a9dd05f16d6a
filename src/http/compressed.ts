import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { chooseEncoding, type Encoded, type Encoding, encode } from './encoding.ts'

export type CompressedForms = ReturnType<typeof compressedOnce>

/** The forms of bytes that are sent again and again. Each is made when it is first asked for, and kept. */
export function compressedOnce(bytes: Buffer<ArrayBuffer>) {
  const forms = new Map<Encoding, Promise<Encoded>>()
  return {
    // Weak: it is the same for each form.
    tag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"`,
    in(encoding: Encoding): Promise<Encoded> {
      const form = forms.get(encoding) ?? encode(bytes, encoding)
      forms.set(encoding, form)
      return form
    },
  }
}

/** Sends the form that the caller accepts, or a 304 if the caller has it. Other headers of the content are set before. */
export async function sendCompressed(response: Response, forms: CompressedForms): Promise<void> {
  const { bytes, encoding } = await forms.in(chooseEncoding(response.req))
  response.setHeader('ETag', forms.tag)
  response.vary('Accept-Encoding')
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
  response.send(bytes)
}
