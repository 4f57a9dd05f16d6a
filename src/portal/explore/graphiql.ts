import { program, style, workers } from 'graphiql-files'
import { pageFetch } from '../session/page-session.ts'
import { EXAMPLES } from './examples.ts'

// GraphiQL cannot be given a function to send its requests with.
Object.assign(window, { fetch: pageFetch })

// Monaco looks up its workers by these labels.
Object.assign(self, {
  MonacoEnvironment: { getWorkerUrl: (_module: string, label: string) => workers[label] },
})

const link = document.createElement('link')
link.rel = 'stylesheet'
link.href = style
const script = document.createElement('script')
script.src = program
script.addEventListener('load', () => {
  YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
    endpoint: '/graphql',
    defaultTabs: EXAMPLES.map((query) => ({ query })),
    shouldPersistHeaders: false,
  })
})
document.head.append(link, script)
