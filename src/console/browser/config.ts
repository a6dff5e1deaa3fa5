import { CONFIG_NAME, type ConsoleConfig } from '#protocol/console.js'

/** What the server has written into the page. */
export const config: ConsoleConfig = read()

function read(): ConsoleConfig {
  const element = document.querySelector<HTMLMetaElement>(`meta[name="${CONFIG_NAME}"]`)
  if (element === null) throw new Error('the page has no configuration')
  return { ...JSON.parse(element.content), worker: element.dataset.worker ?? '' }
}
