import { integer } from './arithmetic.js'
import type { Files } from './files.js'
import { unreadable } from './unreadable.js'

/** Comparisons of two values. */
const BINARY: Readonly<Record<string, (left: string, right: string) => boolean>> = {
  '=': (left, right) => left === right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '-eq': (left, right) => integer(left) === integer(right),
  '-ne': (left, right) => integer(left) !== integer(right),
  '-lt': (left, right) => integer(left) < integer(right),
  '-le': (left, right) => integer(left) <= integer(right),
  '-gt': (left, right) => integer(left) > integer(right),
  '-ge': (left, right) => integer(left) >= integer(right),
}

/** `test`, `[` and `[[` without their brackets. */
export function isTrue(args: readonly string[], files: Files): boolean {
  return args[0] === '!' && args.length > 1 ? !holds(args.slice(1), files) : holds(args, files)
}

function holds(args: readonly string[], files: Files): boolean {
  const [first = '', second = '', third = ''] = args
  switch (args.length) {
    case 0:
      return false
    case 1:
      return first !== ''
    case 2:
      return unary(first, second, files)
    case 3:
      return Object.hasOwn(BINARY, second) ? (BINARY[second]?.(first, third) ?? unreadable()) : unreadable()
    default:
      return unreadable()
  }
}

function unary(operator: string, value: string, files: Files): boolean {
  switch (operator) {
    case '-n':
      return value !== ''
    case '-z':
      return value === ''
    case '-e':
    case '-f':
    case '-r':
      return files.has(value)
    default:
      return unreadable()
  }
}
