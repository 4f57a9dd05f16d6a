import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

interface ModuleOf<Props> {
  readonly default: ComponentType<Props>
}

/**
 * A component in its own chunk, the default export of the module, and the function that loads the chunk before it is
 * shown. Until then `fallback` is shown. React's `lazy` shows a component 300 ms late after a fallback, even if its
 * chunk is there.
 */
export function deferred<Props extends object, Module extends ModuleOf<Props>>(
  load: () => Promise<Module & ModuleOf<Props>>,
  fallback: ReactNode,
): readonly [ComponentType<Props>, () => Promise<Module>] {
  let loaded: ComponentType<Props> | undefined
  const loadChunk = async () => {
    const module = await load()
    loaded = module.default
    return module
  }
  function Deferred(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [failure, setFailure] = useState<{ readonly reason: unknown }>()
    useEffect(() => {
      if (!Loaded)
        loadChunk().then(
          () => setLoaded(() => loaded),
          (reason) => setFailure({ reason }),
        )
    }, [Loaded])
    if (failure) throw failure.reason
    return Loaded ? <Loaded {...props} /> : fallback
  }
  return [Deferred, loadChunk]
}
