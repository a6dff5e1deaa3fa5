/** Strokes on a grid of 16 by 16. */
const PATHS = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14',
  close: 'M4 4l8 8M12 4l-8 8',
  chevron: 'M6 4l4 4-4 4',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  star: 'M8 2l1.8 3.8 4.2.6-3 2.9.7 4.1L8 11.5l-3.7 1.9.7-4.1-3-2.9 4.2-.6L8 2Z',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z',
  system: 'M2 3h12v8H2zM6 14h4M8 11v3',
  user: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8ZM2.5 14c.6-2.6 2.8-4 5.5-4s4.900 1.400 5.500 4',
  menu: 'M2 4h12M2 8h12M2 12h12',
  trash: 'M3 4h10M6.500 4V2.500h3V4M4.500 4l.5 9.500h6l.5-9.500',
  plus: 'M8 3v10M3 8h10',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 5v3l2 1.500',
  home: 'M2.500 7L8 2.500 13.500 7v6.500h-4v-4h-3v4h-4z',
  help: 'M6 6a2 2 0 1 1 3 1.700c-.7.4-1 .8-1 1.600M8 11.800v.2',
  columns: 'M2 3h12v10H2zM6.500 3v10M10.500 3v10',
  out: 'M6 2.500H3v11h3M7 8h7M11 5l3 3-3 3',
  copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
  server: 'M2.500 3h11v4h-11zM2.500 9h11v4h-11zM5 5v.1M5 11v.1',
  graph:
    'M8 5.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.500ZM4 14a1.75 1.75 0 1 0 0-3.500A1.75 1.75 0 0 0 4 14ZM12 14a1.75 1.75 0 1 0 0-3.500 1.750 1.750 0 0 0 0 3.500ZM7.200 5.400L4.700 10.600M8.800 5.400l2.500 5.200',
  globe: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c2 2 2 10 0 12M8 2c-2 2-2 10 0 12',
  warning: 'M8 2.500L14.500 13.500h-13zM8 6.500v3.500M8 11.900v.1',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5.500 3v10M10.500 3v10',
  left: 'M10 4L6 8l4 4',
  check: 'M3 8.500L6.500 12 13 4.500',
} as const

export type IconName = keyof typeof PATHS

/** A picture beside text, or in a button with a label: it says nothing by itself. */
export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }) {
  return (
    <svg class={filled ? 'icon filled' : 'icon'} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
