import { useEffect, useRef, useState } from 'preact/hooks'
import type { ListPage, Place } from '#console/model/api/address.js'
import { joinSelector, splitSelector } from '#console/model/api/selectors.js'
import { goHere } from '../state/router.js'
import { Icon } from '../ui/icon.js'
import { SearchInput } from '../ui/search-input.js'

const FILTER_DELAY_MS = 120
const SELECTORS = [
  { name: 'labels', title: 'Label', example: 'app=web' },
  { name: 'fields', title: 'Field', example: 'status.phase=Running' },
] as const

/** Words, and the selectors that the server applies, as chips. */
export function FilterBar({ place }: { place: ListPage & Place }) {
  const [adding, setAdding] = useState<(typeof SELECTORS)[number] | undefined>(undefined)
  return (
    <div class="filter-bar">
      <FilterInput filter={place.filter ?? ''} />
      {SELECTORS.map(({ name, title }) =>
        splitSelector(place[name]).map((part, _, parts) => (
          <span key={name + part} class="chip" title={`${title} selector`}>
            <span class="chip-kind">{title}</span>
            <span class="truncate">{part}</span>
            <button
              type="button"
              class="chip-close"
              aria-label={`Remove ${part}`}
              onClick={() => goHere({ [name]: joinSelector(parts.filter((each) => each !== part)) })}
            >
              <Icon name="close" />
            </button>
          </span>
        )),
      )}
      {adding === undefined ? (
        SELECTORS.map((each) => (
          <button key={each.name} type="button" class="button quiet small" onClick={() => setAdding(each)}>
            <Icon name="plus" /> {each.title}
          </button>
        ))
      ) : (
        <SelectorInput
          title={adding.title}
          example={adding.example}
          add={(part) => {
            setAdding(undefined)
            const { name } = adding
            if (part !== '') goHere({ [name]: joinSelector([...splitSelector(place[name]), part]) })
          }}
        />
      )}
    </div>
  )
}

function FilterInput({ filter }: { filter: string }) {
  const [typed, setTyped] = useState(filter)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setTyped(filter), [filter])
  const apply = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => goHere({ filter: value || undefined }, { replace: true }),
      FILTER_DELAY_MS,
    )
  }
  return (
    <SearchInput
      label="Filter rows"
      placeholder="Filter rows"
      value={typed}
      onChange={apply}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          apply('')
          event.currentTarget.blur()
        } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
          event.preventDefault()
          document.querySelector<HTMLElement>('[role="grid"]')?.focus()
        }
      }}
    />
  )
}

function SelectorInput({
  title,
  example,
  add,
}: {
  title: string
  example: string
  add: (part: string) => void
}) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add(ref.current?.value.trim() ?? '')
      }}
    >
      <input
        ref={ref}
        type="text"
        class="input mono selector-input"
        aria-label={`${title} selector`}
        placeholder={example}
        autocomplete="off"
        spellcheck={false}
        onKeyDown={({ key }) => {
          if (key === 'Escape') add('')
        }}
        onBlur={({ currentTarget }) => add(currentTarget.value.trim())}
      />
    </form>
  )
}
