import type { PageProps } from '../page-props.js'
import { linkTo } from '../state/router.js'
import { Tabs } from '../ui/tabs.js'
import { AuditPanel } from './audit-panel.js'
import { ChartList } from './chart-list.js'
import { HealthChecks } from './health-checks.js'
import { Rights } from './rights-panel.js'

const TABS = [
  { id: 'load', title: 'Load' },
  { id: 'health', title: 'Health' },
  { id: 'rights', title: 'Who am I' },
  { id: 'audit', title: 'Audit' },
]

/** How the server is, and what the user may do there. */
export default function ServerPage({ place }: PageProps<'server'>) {
  const tab = place.path?.[0] ?? 'load'
  return (
    <div class="page">
      <header class="page-head">
        <h1>Server</h1>
        <span class="muted truncate">{location.host}</span>
      </header>
      <Tabs
        label="Parts of the server"
        current={tab}
        tabs={TABS.map(({ id, title }) => ({ id, title, href: linkTo({ page: 'server', path: [id] }) }))}
      />
      <div class="server-panel">
        {tab === 'health' ? (
          <HealthChecks />
        ) : tab === 'rights' ? (
          <Rights />
        ) : tab === 'audit' ? (
          <AuditPanel />
        ) : (
          <ChartList />
        )}
      </div>
    </div>
  )
}
