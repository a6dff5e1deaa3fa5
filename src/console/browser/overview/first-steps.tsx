import { linkTo } from '../state/router.js'
import { Icon } from '../ui/icon.js'

const EXAMPLE = `kubectl --server ${location.origin} create deployment web --image=nginx --replicas=3`

/** A server without objects: how to create the first. */
export function FirstSteps() {
  return (
    <section class="panel first-steps" aria-label="First steps">
      <h2>There is nothing here yet</h2>
      <p>This server speaks the Kubernetes API. Create a first object with kubectl or any other client:</p>
      <pre class="example">
        <code>{EXAMPLE}</code>
      </pre>
      <p class="actions">
        <a class="button primary" href={linkTo({ page: 'create' })}>
          <Icon name="plus" /> Create an object here
        </a>
        <a class="button" href="/docs">
          API documentation
        </a>
      </p>
      <p class="muted">
        Without nodes nothing runs. <code>--simulate-workloads</code> writes what controllers, a scheduler and
        nodes would write.
      </p>
    </section>
  )
}
