import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { add } from './machine-commands.ts'
import { destinationProblem } from './machine-words.ts'
import styles from './connections.module.css'
import { connectionLabels } from './connection-labels.ts'

/** For a host that the ssh configuration does not name. */
export function AddCard({ onAdded }: { readonly onAdded: (id: string) => void }) {
  const [text, setText] = useState('')
  const problem = destinationProblem(text)
  return (
    <li>
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault()
          if (text === '' || problem !== null) return
          add(text, (id) => {
            setText('')
            onAdded(id)
          })
        }}
      >
        <label className={styles.cardTitle} htmlFor="connection-host">
          {connectionLabels.addCard.addAConnection}
        </label>
        <span className={styles.addRow}>
          <Input
            id="connection-host"
            className="grow"
            placeholder="user@host"
            value={text}
            problem={problem}
            onChange={setText}
          />
          <Button type="submit" icon={Plus} disabled={text === '' || problem !== null}>
            {connectionLabels.addCard.add}
          </Button>
        </span>
      </form>
    </li>
  )
}
