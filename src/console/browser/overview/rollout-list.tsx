import type { ApiObject } from '#console/model/api/object.js'
import type { Resource } from '#console/model/api/resource.js'
import type { Rollout } from '#console/model/health/rollout.js'
import { linkTo } from '../state/router.js'

interface NamedRollout {
  readonly resource: Resource
  readonly object: ApiObject
  readonly rollout: Rollout
}

/** Workloads on the way to a new template. */
export function RolloutList({ rollouts }: { rollouts: readonly NamedRollout[] }) {
  if (rollouts.length === 0) return null
  return (
    <section class="panel" aria-label="Rollouts">
      <h2>
        Rollouts <span class="count-badge">{rollouts.length}</span>
      </h2>
      <ul class="rows">
        {rollouts.map(({ resource, object, rollout }) => {
          const { namespace, name = '', uid } = object.metadata
          const { wanted, updated, ready, isStuck } = rollout
          const text = `${updated} of ${wanted} updated, ${ready} ready`
          return (
            <li class="row" key={uid}>
              <a class="row-name" href={linkTo({ page: 'object', resource, within: namespace, name })}>
                <span class="wrap">
                  <span class="muted">{resource.kind}</span> {namespace !== undefined && `${namespace}/`}
                  <strong>{name}</strong>
                </span>
              </a>
              <div class="row-text rollout">
                <span
                  class={isStuck ? 'progress bad' : 'progress'}
                  role="progressbar"
                  aria-label={`Rollout of ${name}`}
                  aria-valuemin={0}
                  aria-valuemax={wanted}
                  aria-valuenow={ready}
                  aria-valuetext={text}
                >
                  <span class="progress-part" style={{ width: percent(ready, wanted) }} />
                  <span class="progress-part late" style={{ width: percent(updated - ready, wanted) }} />
                </span>
                <span class="muted nowrap">{text}</span>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const percent = (part: number, whole: number) =>
  `${whole === 0 ? 0 : Math.min(100, Math.max(0, part / whole) * 100)}%`
