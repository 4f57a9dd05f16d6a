/** The URLs of GraphiQL's files, which the build copies into the folder of ours. */
declare module 'graphiql-files' {
  export const program: string
  export const style: string
  export const workers: Readonly<Record<string, string>>
}

interface GraphiQLRequest {
  readonly query: string
  readonly operationName?: string | null
  readonly variables?: unknown
}

/** The global that `program` defines. */
declare const YogaGraphiQL: {
  renderYogaGraphiQL(
    root: Element | null,
    options: {
      readonly fetcher: (
        request: GraphiQLRequest,
        options?: { readonly headers?: Readonly<Record<string, string>> | null },
      ) => Promise<unknown>
      readonly storage: Storage
      readonly defaultTabs: readonly { readonly query: string }[]
      readonly shouldPersistHeaders: boolean
      readonly initialQuery?: string
      readonly logo: string
      readonly title: string
    },
  ): void
}

interface Position {
  readonly lineNumber: number
  readonly column: number
}

/** The part of Monaco that the page uses; `MonacoEnvironment.globalAPI` makes it a global. */
declare const monaco:
  | {
      readonly editor: {
        getEditors(): readonly {
          getModel(): {
            readonly uri: { readonly path: string }
            getPositionAt(offset: number): Position
          } | null
          getValue(): string
          setValue(text: string): void
          setPosition(place: Position): void
          focus(): void
        }[]
      }
    }
  | undefined
