const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const TARGET = /^[\x21-\x7e\x80-\xff]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** The head of a request. `headers` are alternating names and values. Throws `TypeError` for what is not HTTP. */
export function requestHead(method: string, target: string, headers: readonly string[]): string {
  if (!TOKEN.test(method) || !TARGET.test(target))
    throw new TypeError('the method or path is not valid in HTTP')
  let head = `${method} ${target} HTTP/1.1\r\n`
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] as string
    const value = headers[index + 1] ?? ''
    if (!TOKEN.test(name) || !VALUE.test(value)) {
      throw new TypeError(`the header ${JSON.stringify(name)} is not valid in HTTP`)
    }
    head += `${name}: ${value}\r\n`
  }
  return `${head}\r\n`
}
