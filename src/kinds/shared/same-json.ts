const SELECTOR = Buffer.from('"selector":{')
const TEMPLATE = Buffer.from('"template":{')

/** Whether the JSON of a workload has a selector, which stands before its template; pods may claim volumes by another one. */
export function hasSelector(json: Buffer): boolean {
  const selector = json.indexOf(SELECTOR)
  return selector >= 0 && selector < json.indexOf(TEMPLATE)
}
