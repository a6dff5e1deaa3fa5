import type { Problem } from '#console/model/object/problems.js'

interface ProblemListProps {
  readonly text: string
  readonly problems: readonly Problem[]
  readonly show: (problem: Problem) => void
}

const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** What is wrong, below the editor. Each problem leads to its line. */
export function ProblemList({ text, problems, show }: ProblemListProps) {
  if (problems.length === 0) return null
  return (
    <ul class="problems" aria-label="Problems">
      {problems.map((problem) => (
        <li key={`${problem.from} ${problem.message}`}>
          <button type="button" class="problem" onClick={() => show(problem)}>
            <span class="nowrap muted">Line {lineOf(text, problem.from)}</span>
            <span class="wrap">
              {problem.field !== '' && !problem.message.includes(problem.field) && (
                <code>{problem.field} </code>
              )}
              {problem.message}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
