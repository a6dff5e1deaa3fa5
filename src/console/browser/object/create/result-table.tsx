import { linkTo } from '../../state/router.js'
import { FailureText } from '../../ui/states.js'
import type { Applied } from './apply.js'

interface ResultTableProps {
  readonly results: readonly Applied[]
  readonly force: (result: Applied) => void
}

/** The result of each document. */
export function ResultTable({ results, force }: ResultTableProps) {
  if (results.length === 0) return null
  const failures = results.filter(({ failure }) => failure !== undefined).length
  return (
    <section class="results" aria-label="Results">
      <p class="muted" role="status">
        {results.length - failures} of {results.length} applied
      </p>
      <table class="plain-table stacked">
        <thead>
          <tr>
            <th scope="col">Object</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {results.map((result, index) => (
            <tr key={`${index} ${result.manifest.name}`}>
              <td class="wrap line">
                <ObjectLink {...result} />
              </td>
              <td class="line">
                <ResultCell result={result} force={force} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ObjectLink({ manifest: { kind, name }, resource, namespace, failure }: Applied) {
  const label = `${kind || 'Document'} ${namespace === undefined ? '' : `${namespace}/`}${name}`
  if (resource === undefined || failure !== undefined) return <>{label}</>
  return (
    <a class="link" href={linkTo({ page: 'object', resource, within: namespace, name })}>
      {label}
    </a>
  )
}

function ResultCell({ result, force }: { result: Applied; force: (result: Applied) => void }) {
  const { failure, isNew } = result
  if (failure === undefined) return <span class="tone good">{isNew ? 'Created' : 'Applied'}</span>
  const isConflict =
    failure.code === 409 && failure.causes.some((each) => each.reason === 'FieldManagerConflict')
  return (
    <>
      <FailureText failure={failure} />
      {isConflict && (
        <button type="button" class="button small" onClick={() => force(result)}>
          Take these fields over
        </button>
      )}
    </>
  )
}
