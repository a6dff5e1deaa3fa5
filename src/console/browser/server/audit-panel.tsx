import { linkTo } from '../state/router.js'
import { EmptyState } from '../ui/states.js'

/** The audit log is a file: the API does not serve it. */
export function AuditPanel() {
  return (
    <EmptyState icon="clock" title="The audit log is not part of the API">
      <p>
        The server writes who asked for what, and how it responded, to a file:{' '}
        <code>--audit-log audit.log</code>
      </p>
      <p>
        Who changed what is also in the{' '}
        <a class="link" href={linkTo({ page: 'changes' })}>
          changes
        </a>{' '}
        of the kept history.
      </p>
    </EmptyState>
  )
}
