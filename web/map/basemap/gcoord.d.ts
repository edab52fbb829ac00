/** Its own types describe another build than the one Node and Vite load. */
declare module 'gcoord' {
  type Crs = 'WGS84' | 'GCJ02'
  type Point = [lng: number, lat: number]
  const gcoord: {
    readonly WGS84: 'WGS84'
    readonly GCJ02: 'GCJ02'
    transform(point: Point, from: Crs, to: Crs): Point
  }
  export default gcoord
}
