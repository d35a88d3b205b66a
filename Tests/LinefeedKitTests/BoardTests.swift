import LinefeedKit
import TestSupport
import XCTest
