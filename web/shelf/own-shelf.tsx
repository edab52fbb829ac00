/** 想读、在读、读过。 */
export function OwnShelf() {
  return <p className="empty">这一栏还没有开放。</p>
}
