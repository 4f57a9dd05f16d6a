// Apollo Client writes warnings only in development, which it looks for once, when it is loaded.
Object.assign(globalThis, { __DEV__: true })
