/** What one has recommended, and what came of it. */
export function OwnRecommendations() {
  return <p className="empty">这一栏还没有开放。</p>
}
