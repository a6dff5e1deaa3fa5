const SELECTOR = Buffer.from('"selector":{')
const TEMPLATE = Buffer.from('"template":{')

/** Whether the JSON of a workload has a selector of its own. A later one, in the template, selects volumes. */
export function hasSelector(json: Buffer): boolean {
  const selector = json.indexOf(SELECTOR)
  return selector >= 0 && selector < json.indexOf(TEMPLATE)
}
