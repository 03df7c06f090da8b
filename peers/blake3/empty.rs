// SPDX-License-Identifier: MIT
// cargo wants a package to have a source.
