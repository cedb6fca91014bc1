import { createElement, type ReactNode } from 'react'
import type { DocumentTab } from '../store/navigation-slice.ts'
import { definitionOf } from './document-kinds.ts'

export function screenOf(tab: DocumentTab): ReactNode {
  return createElement(definitionOf(tab).Screen, { tab })
}

/** null: this kind of document has no inspector. */
export function inspectorOf(tab: DocumentTab): ReactNode | null {
  const { Inspector } = definitionOf(tab)
  return Inspector === undefined ? null : createElement(Inspector)
}
