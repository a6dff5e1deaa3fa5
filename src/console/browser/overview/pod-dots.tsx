import { type ApiObject, textAt } from '#console/model/api/object.js'
import { problemOf } from '#console/model/health/problem.js'
import { findResource } from '../api/kinds.js'
import { linkTo } from '../state/router.js'

/** Pods as squares: each is a link that says its state. */
export function PodDots({ pods, most = 120 }: { pods: readonly ApiObject[]; most?: number }) {
  const resource = findResource({ group: '', plural: 'pods' })
  if (resource === undefined) return null
  if (pods.length === 0) return <p class="muted">No pods</p>
  // Those with problems first: they must not be among the hidden ones.
  const inOrder = pods
    .map((pod) => ({ pod, problem: problemOf('', 'Pod', pod) }))
    .toSorted((one, other) => rank(one.problem?.tone) - rank(other.problem?.tone))
  return (
    <ul class="dots">
      {inOrder.slice(0, most).map(({ pod, problem }) => {
        const { namespace, name = '', uid } = pod.metadata
        const state = problem?.reason ?? textAt(pod, 'status', 'phase') ?? 'Unknown'
        const tone = problem?.tone ?? (/Running/.test(state) ? 'good' : 'done')
        const text = `${namespace}/${name}: ${state}`
        return (
          <li key={uid}>
            <a
              class={`dot ${tone}`}
              href={linkTo({ page: 'object', resource, within: namespace, name })}
              title={text}
            >
              <span class="visually-hidden">{text}</span>
            </a>
          </li>
        )
      })}
      {pods.length > most && <li class="muted">{pods.length - most} more</li>}
    </ul>
  )
}

const rank = (tone: 'bad' | 'busy' | undefined) => (tone === 'bad' ? 0 : tone === 'busy' ? 1 : 2)
