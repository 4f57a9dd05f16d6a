declare module 'openapi-to-postmanv2' {
  interface Conversion {
    readonly result: boolean
    readonly reason?: string
    readonly output?: readonly { readonly data: { readonly item: readonly object[] } }[]
  }

  export function convertV2(
    input: { readonly type: 'string'; readonly data: string },
    options: { readonly parametersResolution: 'Example' | 'Schema' },
    done: (error: Error | null, conversion: Conversion) => void,
  ): void
}
