import type { ComponentType } from 'preact'
import type { Resource } from '#console/model/api/resource.js'
import { lazy } from '../ui/lazy.js'
import type { TabProps } from './tab-props.js'

export interface ObjectTab {
  readonly id: string
  readonly title: string
  readonly component: ComponentType<TabProps>
  /** Whether objects of the resource have the tab; all by default. */
  readonly applies?: (resource: Resource) => boolean
}

/** The tabs of an object page. The first one is shown when the URL names none. */
export const OBJECT_TABS: readonly ObjectTab[] = [
  { id: 'yaml', title: 'YAML', component: lazy(() => import('./yaml-tab.js')) },
  { id: 'events', title: 'Events', component: lazy(() => import('./events-tab.js')) },
  { id: 'related', title: 'Related', component: lazy(() => import('./related-tab.js')) },
  { id: 'managers', title: 'Managers', component: lazy(() => import('./managers-tab.js')) },
  { id: 'history', title: 'History', component: lazy(() => import('./history-tab.js')) },
]
