import { useSignal } from '@preact/signals'
import type { Finding } from '#console/model/health/findings.js'
import { linkTo } from '../state/router.js'
import { Icon } from '../ui/icon.js'

const SHOWN = 12

/** What is not ready, and why. */
export function ProblemList({ findings }: { findings: readonly Finding[] }) {
  const showsAll = useSignal(false)
  if (findings.length === 0) {
    return (
      <section class="panel" aria-label="Problems">
        <p class="all-well">
          <Icon name="check" /> Everything is ready.
        </p>
      </section>
    )
  }
  const shown = showsAll.value ? findings : findings.slice(0, SHOWN)
  return (
    <section class="panel" aria-label="Problems">
      <h2>
        Not ready <span class="count-badge">{findings.length}</span>
      </h2>
      <ul class="rows">
        {shown.map((finding) => (
          <ProblemRow key={finding.object.metadata.uid} finding={finding} />
        ))}
      </ul>
      {findings.length > shown.length && (
        <button type="button" class="button small" onClick={() => (showsAll.value = true)}>
          Show all {findings.length}
        </button>
      )}
    </section>
  )
}

function ProblemRow({ finding: { resource, object, problem, cause } }: { finding: Finding }) {
  const { namespace, name = '' } = object.metadata
  const tone = cause?.tone === 'bad' ? 'bad' : problem.tone
  return (
    <li class="row">
      <a class="row-name" href={linkTo({ page: 'object', resource, within: namespace, name })}>
        <span class={`tone ${tone}`}>
          <span class="visually-hidden">{tone === 'bad' ? 'Broken: ' : 'On its way: '}</span>
        </span>
        <span class="wrap">
          <span class="muted">{resource.kind}</span> {namespace !== undefined && `${namespace}/`}
          <strong>{name}</strong>
        </span>
      </a>
      <div class="row-text">
        <span class={`badge ${tone}`}>{problem.reason}</span>
        {problem.message !== '' && <span class="wrap">{problem.message}</span>}
        {cause !== undefined && (
          <p class="muted wrap">
            {cause.count} {cause.count === 1 ? 'pod' : 'pods'}: <strong>{cause.reason}</strong>
            {cause.message !== '' && ` – ${cause.message}`}
          </p>
        )}
      </div>
    </li>
  )
}
