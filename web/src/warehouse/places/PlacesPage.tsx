export default function PlacesPage() {
  return null
}
