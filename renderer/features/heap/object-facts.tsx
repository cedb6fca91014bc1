import { useEffect, useState } from 'react'
import { formatCount } from '../../../shared/base/format.ts'
import type { HeapObjectFacts, HeapSummary } from '../../../shared/model/heap-document.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { reportAs } from '../../commands/page-actions.ts'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { useHeapView } from './heap-view.ts'
import { bytesText, shareText } from './heap-words.ts'
import styles from './heap.module.css'

/** What is known of one object; what the source does not tell is left out. */
export function ObjectFacts({ documentId, node }: { readonly documentId: string; readonly node: number }) {
  const { summary } = useHeapView()
  const [facts, setFacts] = useState<HeapObjectFacts | null>(null)
  useEffect(() => {
    let isOpen = true
    background(
      invoke('heaps.object', { documentId, node }).then((found) => {
        if (isOpen) setFacts(found)
      }),
      'heaps.object',
      reportAs('Couldn’t look at the object'),
    )
    return () => {
      isOpen = false
    }
  }, [documentId, node])
  return (
    <dl className={styles.facts} aria-label="About this object">
      {(facts === null ? [] : factsOf(facts, summary)).map(([name, value]) => (
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

function factsOf(
  { object, module, inCount, outCount, path }: HeapObjectFacts,
  summary: HeapSummary,
): readonly (readonly [string, string])[] {
  const { address, generation, shallowBytes, retainedBytes, isReached } = object
  const facts: readonly (readonly [string, string])[] = [
    ['Address', address],
    ['Generation', generation],
    ['Shallow', bytesText(shallowBytes)],
    ['Retained', `${bytesText(retainedBytes)}, ${shareText(retainedBytes, summary)}`],
    ['Referenced by', formatCount(inCount)],
    ['References', formatCount(outCount)],
    // Neither the roots themselves nor the object count as steps.
    ['Steps from a root', isReached ? formatCount(Math.max(0, path.length - 2)) : 'Not reachable'],
    ['Module', module],
  ]
  return facts.filter(([, value]) => value !== '')
}
