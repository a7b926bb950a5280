// The one door to Next's router, of which nothing is used but where the page stands.
export { usePathname as usePath } from "next/navigation";
