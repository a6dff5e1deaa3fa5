import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import { placeAt } from '#console/model/object/cursor.js'
import { resolveSchema, type Schema, schemaAt, typeName } from '#console/model/object/schema.js'
import { type KindSchema, loadKindSchema } from '../../api/open-api.js'

/** The schema of the document around an offset, by its `apiVersion` and `kind`. */
async function schemaAround(text: string, offset: number): Promise<KindSchema | undefined> {
  const start = text.lastIndexOf('\n---', Math.max(0, offset - 1)) + 1
  const end = text.indexOf('\n---', offset)
  const document = text.slice(start, end === -1 ? text.length : end)
  const apiVersion = /^apiVersion: *["']?([\w./-]+)/m.exec(document)?.[1]
  const kind = /^kind: *["']?(\w+)/m.exec(document)?.[1]
  return apiVersion && kind ? loadKindSchema(apiVersion, kind) : undefined
}

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const text = context.state.doc.toString()
  const place = placeAt(text, context.pos)
  if (!context.explicit && place.from === context.pos && !place.isValue) return null
  const known = await schemaAround(text, context.pos)
  if (known === undefined) return null
  const { api } = known
  const parent = schemaAt(api, known.schema, place.parent)
  if (place.isValue) {
    const schema = resolveSchema(api, parent?.properties?.[place.field ?? ''])
    const values = schema?.enum ?? (schema?.type === 'boolean' ? [true, false] : [])
    if (values.length === 0) return null
    return { from: place.from, options: values.map((value) => ({ label: String(value), type: 'enum' })) }
  }
  const taken = new Set(place.field === undefined ? [] : [place.field])
  const options = Object.entries(parent?.properties ?? {}).flatMap(([name, property]) => {
    return taken.has(name) ? [] : fieldCompletion(name, property, parent, known)
  })
  return options.length === 0 ? null : { from: place.from, options, validFor: /^[\w-]*$/ }
}

function fieldCompletion(
  name: string,
  property: Schema,
  parent: Schema | undefined,
  { api }: KindSchema,
): Completion {
  const schema = resolveSchema(api, property)
  const isRequired = parent?.required?.includes(name) === true
  const isNested = schema?.properties !== undefined || schema?.additionalProperties !== undefined
  const end = schema?.type === 'array' || isNested ? ':' : ': '
  return {
    label: name,
    type: 'property',
    detail: `${typeName(api, schema)}${isRequired ? ', required' : ''}`,
    apply: name + end,
    boost: isRequired ? 1 : 0,
    info: () => (schema?.description ? paragraph(schema.description) : null),
  }
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p')
  element.className = 'cm-field-doc'
  element.textContent = text
  return element
}

/** Shows what a field is for, its type and its values. */
const hover = hoverTooltip(async (view, position) => {
  const text = view.state.doc.toString()
  const line = view.state.doc.lineAt(position)
  const { parent, field, isValue } = placeAt(text, position)
  if (field === undefined || isValue) return null
  const known = await schemaAround(text, position)
  if (known === undefined) return null
  const path = [...parent, field]
  const schema = schemaAt(known.api, known.schema, path)
  if (schema === undefined) return null
  const isRequired = schemaAt(known.api, known.schema, parent)?.required?.includes(field) === true
  const from = line.from + line.text.indexOf(field)
  return {
    pos: from,
    end: from + field.length,
    above: true,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'cm-field-tip'
      const head = document.createElement('strong')
      head.textContent = `${field}: ${typeName(known.api, schema)}${isRequired ? ', required' : ''}`
      dom.append(head)
      if (schema.description) dom.append(paragraph(schema.description))
      if (schema.enum) dom.append(paragraph(`One of ${schema.enum.map(String).join(', ')}`))
      return { dom }
    },
  }
})

/** Completion and documentation of fields. */
export const schemaExtensions = (): Extension => [
  autocompletion({ override: [complete], icons: false }),
  hover,
]
