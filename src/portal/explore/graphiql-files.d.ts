/** The URLs of GraphiQL's files, which the build copies beside ours. */
declare module 'graphiql-files' {
  export const program: string
  export const style: string
  export const workers: Readonly<Record<string, string>>
}

/** The global that `program` defines. */
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
