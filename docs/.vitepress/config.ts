import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DefaultTheme, defineConfig } from 'vitepress'

const DOCS = fileURLToPath(new URL('..', import.meta.url))

/** The heading of a page. */
function titleOf(path: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(DOCS, path), 'utf8'))?.[1]?.replaceAll('`', '') ?? path
}

const item = (path: string, text = titleOf(`${path}.md`)): DefaultTheme.SidebarItem => ({
  text,
  link: `/${path}`,
})

/** Every page of a folder, in the order of their files. */
const pagesOf = (folder: string): DefaultTheme.SidebarItem[] =>
  readdirSync(join(DOCS, folder))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .sort()
    .map((name) => item(`${folder}/${name.slice(0, -3)}`))

const SHARED_RULES = ['reference/kinds/metadata', 'reference/kinds/pod-spec', 'reference/kinds/volumes']

const tutorials = ['first-minute', 'test-an-operator', 'federation-of-two'].map((name) =>
  item(`tutorials/${name}`),
)
const guides = [
  'console',
  'access',
  'admission',
  'custom-resources',
  'workloads',
  'nodes',
  'aggregation',
  'cluster',
  'federation',
  'federation-policies',
  'federation-workloads',
  'federation-access',
  'federation-services',
  'embedding',
  'testing',
  'service',
  'backup',
  'migrate',
  'export-import',
  'encryption',
  'operations',
  'runbook',
  'observability',
  'clients',
  'console',
].map((name) => item(`guides/${name}`))
const reference = [
  item('reference/flags'),
  item('reference/kube-apiserver-flags'),
  item('reference/library'),
  {
    ...item('reference/kinds/', 'Kinds and rules'),
    collapsed: true,
    items: [
      ...SHARED_RULES.map((path) => item(path)),
      ...pagesOf('reference/kinds').filter(({ link }) => !SHARED_RULES.includes(link?.slice(1) ?? '')),
    ],
  },
  item('reference/rule-coverage'),
  item('reference/api'),
  item('reference/server-api'),
  item('reference/cel'),
  item('reference/errors'),
  item('reference/metrics'),
  item('reference/limits'),
  item('reference/glossary'),
]
const explanation = [
  ...['architecture', 'kinds', 'apply', 'console', 'hot-path', 'performance'].map((name) =>
    item(`explanation/${name}`),
  ),
  { ...item('explanation/decisions'), collapsed: true, items: pagesOf('adr') },
]

export default defineConfig({
  title: 'Binnacle',
  description: 'A declarative resource API server that speaks the Kubernetes API, in TypeScript.',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' }]],
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  outDir: '../.build/site',
  cacheDir: '../.build/site-cache',
  // Braces in prose are text; only blocks of HTML have Vue expressions.
  markdown: { config: (md) => escapeBraces(md) },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Tutorials', link: '/tutorials/first-minute', activeMatch: '^/tutorials/' },
      { text: 'Guides', link: '/guides/access', activeMatch: '^/guides/' },
      { text: 'Reference', link: '/reference/flags', activeMatch: '^/reference/' },
      { text: 'Explanation', link: '/explanation/architecture', activeMatch: '^/(explanation|adr)/' },
    ],
    sidebar: [
      { text: 'Tutorials', items: tutorials },
      { text: 'Guides', items: guides },
      { text: 'Reference', items: reference },
      { text: 'Explanation', items: explanation },
    ],
    docFooter: { prev: 'Previous', next: 'Next' },
  },
})

interface Markdown {
  readonly renderer: {
    readonly rules: { text?: ((tokens: { content: string }[], index: number) => string) | undefined }
  }
  readonly utils: { escapeHtml(text: string): string }
}

/** Vue would take two braces for the beginning of an expression. */
function escapeBraces({ renderer, utils }: Markdown): void {
  renderer.rules.text = (tokens, index) =>
    utils.escapeHtml(tokens[index]?.content ?? '').replaceAll('{{', '&#123;&#123;')
}
