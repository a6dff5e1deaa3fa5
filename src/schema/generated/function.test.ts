import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { promisify } from 'node:util'
import { GeneratedFunction } from './function.js'

it('a generated function uses values from outside by the names it was given for them', () => {
  const code = new GeneratedFunction()
  const [one, two] = [{ value: 1 }, { value: 2 }]
  const names = [code.nameOf(one, 'a.b'), code.nameOf(two, 'a.b'), code.nameOf(one, 'other')]
  assert.equal(names[0], names[2])
  const sum = code.compile<(factor: number) => number>(
    'sum of two',
    'factor',
    `return factor * (${names[0]}.value + ${names[1]}.value)`,
  )
  assert.equal(sum(10), 30)
  assert.equal(sum.name, 'sum_of_two')
})

it('where code cannot be generated, objects are read and written all the same', async () => {
  const files = ['../decode', '../encode', '../type', './function']
  const [decode, encode, type, generated] = files.map((name) =>
    JSON.stringify(new URL(`${name}.js`, import.meta.url)),
  )
  const script = `
    import { canGenerate } from ${generated}
    import { decoderOf } from ${decode}
    import { encoderOf } from ${encode}
    import { optional, string, struct } from ${type}
    const Buoy = struct('Buoy', 'A buoy.', { colour: optional(1, string, 'Colour.', { default: 'red' }) })
    const read = decoderOf(Buoy)
    console.log(canGenerate(), encoderOf(Buoy)(read({ size: 1 })).toString())
    try { read({ colour: 1 }) } catch (error) { console.log(error.message) }`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disallow-code-generation-from-strings',
    '--input-type=module',
    '--eval',
    script,
  ])
  assert.equal(stdout, 'false {"colour":"red"}\ncolour: expected text, got the number 1\n')
})
