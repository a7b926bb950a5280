// What importing a picture gives, before any build has written it into next-env.d.ts.
/// <reference types="next/image-types/global" />
