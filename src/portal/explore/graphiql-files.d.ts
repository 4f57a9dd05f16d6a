/** Addresses of GraphiQL's built parts, which the build lays beside our own files. */
declare module 'graphiql-files' {
  export const program: string
  export const style: string
  export const workers: Readonly<Record<string, string>>
}

/** What `program` defines. */
declare const YogaGraphiQL: {
  renderYogaGraphiQL(
    root: Element | null,
    options: {
      readonly endpoint: string
      readonly defaultTabs: readonly { readonly query: string }[]
      readonly shouldPersistHeaders: boolean
    },
  ): void
}
