import { createContentLoader } from 'vitepress'

/** The titles of all decisions, for the list of them. */
export default createContentLoader('adr/*.md', {
  includeSrc: true,
  transform: (pages) =>
    pages
      .map(({ url, src }) => ({ url, title: /^# (.+)$/m.exec(src ?? '')?.[1]?.replaceAll('`', '') ?? url }))
      .sort((one, other) => one.url.localeCompare(other.url)),
})
