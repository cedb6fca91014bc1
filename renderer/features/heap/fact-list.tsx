import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import styles from './heap.module.css'

interface FactListProps {
  readonly label?: string
  readonly facts: readonly (readonly [name: string, value: string])[]
}

/** What is known of an object or a type, a line each. */
export function FactList({ label, facts }: FactListProps) {
  return (
    <dl className={styles.facts} aria-label={label}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <MiddleEllipsis text={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
