// inner-loops             lists the loops, with the bytes that one round of each processes
// inner-loops NAME N      runs N rounds of a loop, and prints the result
let arguments = CommandLine.arguments
if arguments.count == 1 {
    for make in Loop.all {
        let loop = make()
        print(loop.name, loop.bytes)
    }
} else if arguments.count == 3, let rounds = Int(arguments[2]),
    let loop = Loop.all.lazy.map({ $0() }).first(where: { $0.name == arguments[1] })
{
    var sum = 0
    for _ in 0..<rounds { sum &+= try loop.round() }
    print(sum)
} else {
    print("inner-loops: NAME N, or nothing")
}
