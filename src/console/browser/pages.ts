import type { ComponentType } from 'preact'
import { resources } from './api/kinds.js'
import type { PageName, PageProps } from './page-props.js'
import type { IconName } from './ui/icon.js'
import { lazy } from './ui/lazy.js'

export interface PageEntry {
  readonly title: string
  readonly component: ComponentType<PageProps>
  /** Pages with an icon are in the sidebar. */
  readonly icon?: IconName
  /** Whether the page shows objects as they were at the moment of the URL. */
  readonly showsMoment?: boolean
  /** Whether the server has what the page shows; a signal may be read. */
  readonly isServed?: () => boolean
}

/** A page whose code is loaded when it is first opened. */
const page = <Name extends PageName>(
  title: string,
  load: () => Promise<{ readonly default: ComponentType<PageProps<Name>> }>,
  options: Omit<PageEntry, 'title' | 'component'> = {},
): PageEntry => ({ title, component: lazy(load) as unknown as ComponentType<PageProps>, ...options })

/** Every page by its name in the URL. Those that are missing are "not found". */
export const PAGES: Partial<Record<PageName, PageEntry>> = {
  overview: page<'overview'>('Overview', () => import('./overview/overview-page.js'), {
    icon: 'home',
    showsMoment: true,
  }),
  topology: page<'topology'>('Topology', () => import('./overview/topology-page.js'), {
    icon: 'graph',
    showsMoment: true,
  }),
  changes: page<'changes'>('Changes', () => import('./time/changes-page.js'), { icon: 'clock' }),
  server: page<'server'>('Server', () => import('./server/server-page.js'), { icon: 'server' }),
  federation: page<'federation'>('Federation', () => import('./federation/federation-page.js'), {
    icon: 'globe',
    showsMoment: true,
    // Only a host serves policies.
    isServed: () => resources.value?.some(({ group }) => group === 'federation.binnacle.dev') === true,
  }),
  list: page<'list'>('List', () => import('./table/table-page.js'), { showsMoment: true }),
  create: page('Create', () => import('./object/create/create-page.js'), { icon: 'plus' }),
  object: page<'object'>('Object', () => import('./object/object-page.js'), { showsMoment: true }),
}
