import { signal } from '@preact/signals'
import type { ComponentType, VNode } from 'preact'
import { type Failure, failureIn } from '#console/model/api/failure.js'
import { EmptyState, LoadingState } from './states.js'

/** A component whose code is loaded when it is first shown. */
export function lazy<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  Loading: () => VNode | null = () => <LoadingState />,
): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | undefined>(undefined)
  const failed = signal<Failure | undefined>(undefined)
  let isAsked = false
  const ask = () => {
    isAsked = true
    failed.value = undefined
    load().then(
      (module) => {
        loaded.value = module.default
      },
      (error) => {
        isAsked = false
        failed.value = failureIn(error)
      },
    )
  }
  return function Lazy(props: Props) {
    if (!isAsked && failed.value === undefined) ask()
    const Component = loaded.value
    if (Component !== undefined) return <Component {...props} />
    if (failed.value !== undefined) return <NotLoaded reason={failed.value.message} />
    return <Loading />
  }
}

/** A new release has other files: then only loading the page again helps. */
function NotLoaded({ reason }: { reason: string }) {
  return (
    <EmptyState isPage icon="warning" title="This page cannot be loaded">
      <p>The server may have another version now, or cannot be reached.</p>
      <button type="button" class="button" title={reason} onClick={() => location.reload()}>
        Load again
      </button>
    </EmptyState>
  )
}
