/**
 * A browser that translates the page replaces text nodes with its own. React then inserts before or removes nodes that
 * no longer exist, and updates invisible texts. This module maps each text node to its replacements.
 */

/** Each text node's replacements, and the reverse. */
const replacements = new WeakMap<Node, Node[]>()
const originals = new WeakMap<Node, Node>()

const { insertBefore, appendChild, removeChild } = Node.prototype
const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')

const observer = new MutationObserver(follow)

export function surviveTranslation(): void {
  observer.observe(document, { subtree: true, childList: true })
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ) {
    dropReplacements(node)
    const isThere = !before || before.parentNode === this
    return insertBefore.call(
      this,
      node,
      isThere ? before : (placesOf(before, this)[0] ?? null),
    ) as T
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T) {
    dropReplacements(node)
    return appendChild.call(this, node) as T
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T) {
    const places = node.parentNode === this ? [node] : placesOf(node, this)
    for (const place of places) removeChild.call(this, place)
    forget(node)
    return node
  }
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Text, text: string | null) {
      nodeValue?.set?.call(this, text)
      if (!this.isConnected) putBack(this)
    },
  })
}

/** The parent's children that are in the node's place. */
function placesOf(node: Node, parent: Node): Node[] {
  follow(observer.takeRecords())
  const places = (replacements.get(node) ?? []).filter((each) => each.parentNode === parent)
  if (places.length > 0) return places
  for (let each: Node | null = node; each; each = each.parentNode) {
    if (each.parentNode === parent) return [each]
  }
  return []
}

/** Shows a changed text in React's own node, which the browser translates again. */
function putBack(text: Text): void {
  follow(observer.takeRecords())
  const place = replacements.get(text)?.find((each) => each.isConnected)
  if (place?.parentNode) insertBefore.call(place.parentNode, text, place)
  dropReplacements(text)
}

function dropReplacements(node: Node): void {
  for (const each of replacements.get(node) ?? []) {
    if (each.parentNode && !each.contains(node)) removeChild.call(each.parentNode, each)
  }
  forget(node)
}

function forget(node: Node): void {
  for (const each of replacements.get(node) ?? []) originals.delete(each)
  replacements.delete(node)
}

/** Records the nodes that replace a text, at once or in a separate step. */
function follow(records: MutationRecord[]): void {
  records.forEach((record, index) => {
    const { removedNodes, addedNodes, previousSibling, nextSibling } = record
    for (const removed of removedNodes) {
      const text = originals.get(removed) ?? removed
      if (text.nodeType !== Node.TEXT_NODE) continue
      const added =
        addedNodes.length > 0 ? [...addedNodes] : newWrapper(previousSibling, nextSibling)
      if (added.includes(text)) forget(text)
      else if (added.length > 0) replace(text, added)
    }
    const before = records[index - 1]
    const [text] = before?.addedNodes.length === 0 ? before.removedNodes : []
    const isInPlace =
      before?.target === record.target &&
      before.previousSibling === previousSibling &&
      before.nextSibling === nextSibling
    if (isInPlace && text?.nodeType === Node.TEXT_NODE && addedNodes[0]?.nodeName === 'FONT') {
      replace(text, [...addedNodes])
    }
  })
}

/** Inserted beside the text before that is removed. The app itself has no FONT elements. */
function newWrapper(...siblings: (Node | null)[]): Node[] {
  const wrapper = siblings.find((each) => each?.nodeName === 'FONT' && !originals.has(each))
  return wrapper ? [wrapper] : []
}

function replace(text: Node, added: Node[]): void {
  forget(text)
  replacements.set(text, added)
  for (const each of added) originals.set(each, text)
}
